"""Reads PTX text into a `syntax.PtxModule`.

The grammar is PTX ISA 9.0, chapter 4 ("Syntax"), as compilers write it. Unknown text is refused with its line.
Instructions are only split into opcode and operands here; `isa` defines their meaning.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

from ...errors import PtxError, one_line
from ...lazy import pattern
from ..ir.calls import RegisterParameter, pass_in_memory
from ..ir.flat_kernel import registers_of
from ..isa.row import Goes
from ..isa.table import arranged, find_opcode
from ..text import syntax as ptx
from ..text.declarations import Scope
from ..text.declared import Variable
from ..text.lexer import Token, tokenize
from ..text.operands import OperandParser
from ..text.symbols import function_name

MAX_NESTING = 100
"""Depth of braces in a function body."""

# none of them changes a result
_IGNORED_PERFORMANCE = frozenset({
    ".minnctapersm", ".maxnctapersm", ".maxnreg", ".noreturn", ".pragma", ".abi_preserve", ".abi_preserve_control",
})  # fmt: skip
_EXTENTS = {".maxntid": 3, ".reqntid": 3, ".reqnctapercluster": 3, ".maxclusterrank": 1}
"""Maximum count of numbers after each directive that limits a launch."""

# Names of functions that .loc directives say were inlined: PTX ISA 9.0, 11.5.3 ".loc".
_WORD = pattern(r"[.\w$]+")
_LABELLED = pattern(r"([\w$]+):((?:\s*\.b8\s[\d,\s]+)+)")
_INLINE_ASM = pattern(r"// begin inline asm\n(.*?)// end inline asm", re.DOTALL)
_INSTRUCTION = pattern(r"^[ \t]*(?!\.loc\b)[^\s/]", re.MULTILINE)
_LOC = pattern(r"^[ \t]*\.loc\b", re.MULTILINE)


def parse(text: str) -> ptx.PtxModule:
    # NVRTC's PTX ends with a zero byte
    parser = _PtxParser(tokenize(text.rstrip("\0")), debug_strings(text), _lines_of_asm(text))
    try:
        return parser.module()
    except RecursionError:
        raise parser.error("braces, parentheses or signs are nested too deeply") from None


def _lines_of_asm(text: str) -> frozenset[int]:
    """Return the lines of ``.loc`` directives behind the first instruction of inline assembly.

    LLVM counts lines of the assembly on from that of the statement: a load of Triton seems to be of the next line.
    """
    found, line, at = set(), 1, 0
    for asm in _INLINE_ASM.finditer(text):
        first = _INSTRUCTION.search(text, *asm.span(1))
        for loc in _LOC.finditer(text, first.start(), asm.end(1)) if first else ():
            line, at = line + text.count("\n", at, loc.start()), loc.start()
            found.add(line)
    return frozenset(found)


class _PtxParser(OperandParser):
    def __init__(self, tokens: list[Token], strings: dict[str, bytes], lines_of_asm: frozenset[int]) -> None:
        super().__init__(tokens)
        self.strings = strings
        self.lines_of_asm = lines_of_asm
        self.result = ptx.PtxModule()
        self.scope_count = 0
        self.location: ptx.SourceLocation | None = None
        self.placed: dict[tuple[int, int, int], ptx.SourceLocation] = {}
        self.inlined: dict[tuple[str, int], str] = {}
        self.opcode = ""

    # -- module ------------------------------------------------------------------------------------------

    def module(self) -> ptx.PtxModule:
        while self.token.kind != "end":
            self.top_level()
        return self.result

    def top_level(self) -> None:
        token = self.token
        if token.text == ".version":
            self.next()
            self.result.version = self.next().text
        elif token.text == ".target":
            self.next()
            self.result.target = self.next().text
            while self.accept(","):
                self.next()
        elif token.text == ".address_size":
            self.next()
            size = self.next()
            if size.text != "64":
                raise self.error("only 64-bit addresses are supported", size)
        elif token.text == ".file":
            self.file_directive()
        # debug information: `debug_strings` has read the needed part
        elif token.text == ".section":
            self.skip_braces()
        elif token.text == ".pragma":
            self.skip_to_semicolon()
        elif token.text == ".alias":
            self.alias()
        elif token.kind == "directive":
            self.declaration()
        elif not self.accept(";"):
            raise self.error("expected a directive at module level")

    def file_directive(self) -> None:
        self.expect(".file")
        index = self.integer()
        self.result.files[index] = one_line(self.next().text.strip('"'))
        while self.accept(","):
            self.next()

    def alias(self) -> None:
        """Parse ``.alias name, function;``, where both have been declared."""
        self.expect(".alias")
        name = self.next()
        self.expect(",")
        function = self.next()
        self.expect(";")
        if function.text not in self.result.functions:
            raise self.error("no function of this name is declared", function)
        self.result.aliases[name.text] = function.text

    def declaration(self) -> None:
        start = self.token
        is_extern = False
        while self.token.text in (".extern", ".visible", ".weak", ".common"):
            is_extern |= self.next().text == ".extern"
        if self.token.text in (".entry", ".func"):
            self.function_declaration(is_extern)
        elif self.token.text[1:].partition("::")[0] in ptx.SPACES - {"param", "local"}:
            for variable in self.variables(is_extern):
                self.module_variable(variable)
        else:
            raise self.error("this directive is not known at module level", start)

    def module_variable(self, variable: Variable) -> None:
        """Keep a variable; a definition replaces an ``.extern`` declaration."""
        known = self.result.variables.get(variable.name)
        if known is None or known.is_extern:
            self.result.variables[variable.name] = variable
        elif not variable.is_extern:
            message = f"a variable of this name is declared already (got {variable.name!r})"
            raise PtxError(message, line=variable.line)

    # -- functions ---------------------------------------------------------------------------------------

    def function_declaration(self, is_extern: bool) -> None:
        is_entry = self.next().text == ".entry"
        self.scopes = [Scope()]
        self.location = None
        self.placed = {}
        registers: list[RegisterParameter] = []
        results = self.parameter_list(registers) if self.token.text == "(" else []
        n_results = len(registers)
        name = self.next()
        if name.kind != "word":
            raise self.error("expected a function's name", name)
        function = ptx.PtxFunction(name.text, is_entry, name.line, results=results, is_declaration=is_extern)
        if self.token.text == "(":
            function.params = self.parameter_list(registers)
        if is_entry and registers:
            raise self.error("a kernel has no register parameters", name)
        while self.token.text not in ("{", ";"):
            self.performance_directive(function)
        if self.accept(";"):
            function.is_declaration = True
            # a declaration never replaces a definition
            self.result.functions.setdefault(function.name, function)
        else:
            known = self.result.functions.get(function.name)
            if known is not None and not known.is_declaration:
                raise self.error("a function of this name is defined already", name)
            self.expect("{")
            self.body_until_brace(function)
            pass_in_memory(function, registers[:n_results], registers[n_results:])
            self.result.functions[function.name] = function
        self.scopes = []

    def performance_directive(self, function: ptx.PtxFunction) -> None:
        token = self.next()
        if token.text == ".blocksareclusters":
            raise self.error("grids that count clusters instead of blocks are not supported", token)
        if token.text not in (*_IGNORED_PERFORMANCE, *_EXTENTS, ".explicitcluster"):
            raise self.error("this directive is not known at a function's head", token)
        values = []
        while self.token.kind in ("number", "string"):
            values.append(self.integer() if self.token.kind == "number" else bool(self.next()))
            if not self.accept(","):
                break
        most = _EXTENTS.get(token.text, 0)
        if most and not (1 <= len(values) <= most and min(values) >= 1):
            got = ", ".join(map(str, values)) or "none"
            rule = f"{token.text} takes at most {most} numbers, each at least 1 (got {got})"
            raise PtxError(rule, line=token.line)
        if token.text == ".pragma":
            self.skip_to_semicolon()
        elif token.text == ".reqntid":
            x, y, z = [*values, 1, 1, 1][:3]
            function.limits.required_block = x, y, z
        # PTX limits the product of the extents alone (PTX ISA 9.0, ".maxntid")
        elif token.text == ".maxntid":
            function.limits.max_threads = math.prod(values)
        elif token.text == ".reqnctapercluster":
            function.limits.cluster = tuple([*values, 1, 1, 1][:3])
        elif token.text == ".maxclusterrank":
            function.limits.max_cluster = values[0]
        elif token.text == ".explicitcluster":
            function.limits.needs_cluster = True

    def parameter_list(self, registers: list[RegisterParameter] | None = None) -> list[Variable]:
        """Parse ``(parameter, ...)``; those in registers are declared and noted, unless it is a prototype's list."""
        self.expect("(")
        return self.separated_until(")", lambda: self.parameter(registers))

    def parameter(self, registers: list[RegisterParameter] | None) -> Variable:
        line = self.token.line
        space = self.next()
        if space.text == ".reg":
            return self.register_parameter(registers, line)
        if space.text != ".param":
            raise self.error("expected .param or .reg", space)
        align, vector, ptx_type = self.variable_type()
        return self.declarator("param", align, vector, ptx_type, False, line)

    def register_parameter(self, registers: list[RegisterParameter] | None, line: int) -> Variable:
        """Parse ``.reg {.vN} .type name`` behind its first word; return the variable that passes it."""
        n_elements, ptx_type = self.register_type()
        name = self.next()
        # a predicate is passed as a word
        size = (ptx.TYPE_BYTES[ptx_type] or 4) * n_elements
        variable = Variable(f"{name.text}~register", "param", size, size, ptx_type, line=line)
        if registers is not None:
            self.declare_register(name, ptx_type, n_elements)
            operand = self.lookup_vector(name.text) if n_elements > 1 else self.lookup(name.text)
            assert operand is not None
            registers.append(RegisterParameter(variable, operand))
        return variable

    def body_until_brace(self, function: ptx.PtxFunction) -> None:
        while not self.accept("}"):
            self.statement(function)

    def statement(self, function: ptx.PtxFunction) -> None:
        token = self.token
        if token.text == "{":
            self.inner_scope(function)
        elif token.kind == "directive":
            self.body_directive(function)
        elif token.kind == "word" and self.tokens[self.index + 1].text == ":":
            self.label(function)
        elif not self.accept(";"):
            self.instruction(function)

    def inner_scope(self, function: ptx.PtxFunction) -> None:
        """Parse ``{ ... }``, a scope of registers, variables and labels."""
        if len(self.scopes) > MAX_NESTING:
            raise self.error(f"braces are nested more than {MAX_NESTING} deep")
        self.expect("{")
        self.scope_count += 1
        scope = Scope(suffix=f"@{self.scope_count}")
        self.scopes.append(scope)
        start, tables = len(function.body), set(function.branch_tables)
        self.body_until_brace(function)
        self.scopes.pop()
        if scope.labels:
            # a branch may come before the label that it names
            for index in range(start, len(function.body)):
                function.body[index] = _with_labels(function.body[index], scope.labels)
            for name in set(function.branch_tables) - tables:
                targets = function.branch_tables[name]
                function.branch_tables[name] = tuple(scope.labels.get(label, label) for label in targets)

    def label(self, function: ptx.PtxFunction) -> None:
        token = self.next()
        self.expect(":")
        scope = self.scopes[-1]
        if token.text in scope.labels:
            raise self.error("a label of this name is declared already", token)
        name = scope.labels[token.text] = token.text + scope.suffix
        if self.token.text == ".branchtargets":
            function.branch_tables[name] = self.names_until_semicolon(".branchtargets")
        elif self.token.text == ".calltargets":
            function.call_targets[name] = self.names_until_semicolon(".calltargets")
        elif self.token.text == ".callprototype":
            self.prototype(function, name)
        else:
            function.body.append(ptx.Label(name, token.line))

    def body_directive(self, function: ptx.PtxFunction) -> None:
        token = self.token
        word = token.text[1:].partition("::")[0]
        if word == "reg":
            self.next()
            n_elements, ptx_type = self.register_type()
            self.separated(lambda: self.declare_register(self.next(), ptx_type, n_elements))
            self.expect(";")
        elif word in ("shared", "local", "param"):
            for variable in self.variables():
                function.variables[variable.name] = variable
        elif word in ("global", "const"):
            for variable in self.variables():
                self.result.variables[variable.name] = variable
        elif word.split()[0] == "loc":
            self.source_location()
        elif word == "pragma":
            self.skip_to_semicolon()
        elif word == "file":
            self.file_directive()
        else:
            raise self.error("this directive is not known in a function body", token)

    def source_location(self) -> None:
        """Read ``.loc file line column {, function_name label{+offset}, inlined_at file line column}``."""
        token = self.next()
        _, *words = _WORD.findall(token.text)
        if words and token.line in self.lines_of_asm:
            return
        if not words:  # the lexer found no whole directive
            for _ in range(3):
                self.integer()
            raise self.error("expected function_name and inlined_at")
        place = int(words[0]), int(words[1]), int(words[2])
        function, caller = "", None
        if len(words) > 3:
            function = self.function_at(words[4], int(words[5]) if words[5] != "inlined_at" else 0)
            at = int(words[-3]), int(words[-2]), int(words[-1])
            # the caller may itself be inlined: compilers write its .loc before the .loc of what it calls
            caller = self.placed.get(at, ptx.SourceLocation(*at[:2]))
        self.location = self.placed[place] = ptx.SourceLocation(*place[:2], function, caller)

    def function_at(self, label: str, start: int) -> str:
        if (label, start) not in self.inlined:
            name, _, _ = self.strings.get(label, b"")[start:].partition(b"\0")
            self.inlined[label, start] = function_name(name.decode("ascii", "replace"))
        return self.inlined[label, start]

    def names_until_semicolon(self, directive: str) -> tuple[str, ...]:
        self.expect(directive)
        names = self.separated(self.next)
        self.expect(";")
        return tuple(name.text for name in names)

    def prototype(self, function: ptx.PtxFunction, name: str) -> None:
        """Parse ``.callprototype {(results)} _ {(params)} ... ;``."""
        self.expect(".callprototype")
        results = self.parameter_list() if self.token.text == "(" else []
        self.expect("_")
        params = self.parameter_list() if self.token.text == "(" else []
        function.prototypes[name] = ptx.signature_of(results, params)
        self.skip_to_semicolon()

    def register_type(self) -> tuple[int, str]:
        n_elements = 1
        token = self.next()
        if token.text == ".align":
            self.alignment()
            token = self.next()
        if token.text in (".v2", ".v4"):
            n_elements = int(token.text[2:])
            token = self.next()
        ptx_type = token.text[1:]
        if (
            token.kind != "directive"
            or ptx_type not in ptx.TYPE_BYTES
            or (ptx_type == "pred" and n_elements > 1)
        ):
            raise self.error("registers of this type are not supported", token)
        return n_elements, ptx_type

    def declare_register(self, name: Token, ptx_type: str, n_elements: int) -> None:
        """Declare ``name`` or, if it follows, ``name<count>``."""
        scope = self.scopes[-1]
        self.has_vectors |= n_elements > 1
        if name.kind not in ("word", "register") or "." in name.text:
            raise self.error("expected a register's name", name)
        is_range = self.accept("<")
        count = scope.ranges.get(name.text, (None,))[0]
        # beside `a<2>`, which are a0 and a1, there may be an `a`
        if count == 0 or (name.text in scope.registers and not is_range) or (is_range and count):
            raise self.error("a register of this name is declared already", name)
        if is_range:
            scope.ranges[name.text] = (self.integer(), ptx_type, n_elements)
            self.expect(">")
        elif n_elements > 1:
            if count is not None:
                raise self.error("a vector register cannot have the name of a range", name)
            scope.ranges[name.text] = (0, ptx_type, n_elements)
        else:
            scope.registers[name.text] = ptx.Register(name.text + scope.suffix, ptx_type)

    # -- instructions ------------------------------------------------------------------------------------

    def instruction(self, function: ptx.PtxFunction) -> None:
        predicate, negated = None, False
        if self.accept("@"):
            negated = self.accept("!")
            guard = self.next()
            predicate = self.lookup(guard.text)
            if predicate is None or predicate.type != "pred":
                raise self.error("a guard must be a predicate register", guard)
        opcode = self.next()
        if opcode.kind != "word":
            raise self.error("expected an instruction", opcode)
        if opcode.text.partition(".")[0] == "call":
            function.body.append(self.call(predicate, negated, opcode.line))
            return
        self.opcode = arranged(opcode.text)
        try:
            operands = self.operands()
        except PtxError as error:
            # operands of an unknown instruction may have another syntax
            raise PtxError(f"{error.message} in {opcode.text!r}", line=error.line) from error
        self.opcode = self.with_space(operands)
        if self.sums:
            self.place_sums(function, opcode, operands, predicate, negated)
        function.body.append(
            ptx.Instruction(self.opcode, operands, predicate, negated, opcode.line, self.location)
        )

    def with_space(self, operands: tuple[ptx.Operand, ...]) -> str:
        """Return the current opcode; an access without a space has that of the variable in its address."""
        bases = (operand.base for operand in operands if isinstance(operand, ptx.Address))
        space = next((self.spaces.get(base.name) for base in bases if isinstance(base, ptx.Symbol)), None)
        if space not in ("shared", "local"):
            return self.opcode
        row = find_opcode(self.opcode)
        if row is None or row[1].get("space") != "":
            return self.opcode
        named = arranged(f"{self.opcode}.{space}")
        return named if find_opcode(named) is not None else self.opcode

    def takes_address(self) -> bool:
        row = find_opcode(self.opcode)
        return row is not None and row[0].family in ("move", "convert")

    def place_sums(
        self,
        function: ptx.PtxFunction,
        opcode: Token,
        operands: tuple[ptx.Operand, ...],
        predicate: ptx.Register | None,
        negated: bool,
    ) -> None:
        """Put the sums among an instruction's operands in front of it."""
        row = find_opcode(self.opcode)
        written = registers_of(operands[0]) if row is not None and row[0].writes else ()
        if {register for total in self.sums for register in registers_of(total.operands[0])} & set(written):
            raise self.error("a result cannot be written to a sum", opcode)
        for total in self.sums:
            function.body.append(replace(total, predicate=predicate, negated=negated, location=self.location))
        self.sums = []

    def call(self, predicate: ptx.Register | None, negated: bool, line: int) -> ptx.CallStatement:
        results = self.argument_list() if self.token.text == "(" else ()
        if results:
            self.expect(",")
        target = self.next()
        pointer = self.lookup(target.text)
        if pointer is None and target.kind != "word":
            raise self.error("a call needs a function's name or a register", target)
        arguments: tuple[ptx.Operand, ...] = ()
        prototype = ""
        while self.accept(","):
            if self.token.text == "(":
                arguments = self.argument_list()
            else:
                name = self.next().text
                prototype = next((s.labels[name] for s in reversed(self.scopes) if name in s.labels), name)
                if prototype == name:  # a table of functions
                    prototype = self.resolve_name(name)
        if pointer is not None and not prototype:
            raise self.error("a call through a register needs a prototype or a list of targets", target)
        self.expect(";")
        if self.sums:
            raise self.error("an argument cannot be a sum", target)
        function = "" if pointer is not None else target.text
        return ptx.CallStatement(
            function, results, arguments, predicate, negated, line, self.location, pointer, prototype
        )


def _with_labels(statement: ptx.Statement, labels: dict[str, str]) -> ptx.Statement:
    """Return a statement whose branch targets are renamed."""
    if not isinstance(statement, ptx.Instruction):
        return statement
    row = find_opcode(statement.opcode)
    if row is None or row[0].goes not in (Goes.LABEL, Goes.TABLE):
        return statement
    operands = tuple(
        ptx.Symbol(labels[operand.name])
        if isinstance(operand, ptx.Symbol) and operand.name in labels
        else operand
        for operand in statement.operands
    )
    return replace(statement, operands=operands)


def debug_strings(text: str) -> dict[str, bytes]:
    """Return the strings of a module's ``.debug_str`` sections by label, from each label to the section's end."""
    return {
        match[1]: bytes(int(digits) & 255 for digits in re.findall(r"\b\d+", match[2]))
        for section in text.split(".debug_str")[1:]
        for match in _LABELLED.finditer(section.partition("}")[0])
    }
