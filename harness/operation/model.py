"""The declaration of an operation: its reference, its error bound, and further relations that results must satisfy.

An operation's file defines one `Operation` called ``OPERATION``. Its reference takes the inputs by name and gives
results and bounds (`harness.operation.derived`); its other functions take a `Problem`, the input of one case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .array import INP, OUT, array_of, varied
from .consistency import check, with_known_sizes
from .expected import Expected
from .given import Matrix
from .impostors import default_impostors
from .kinds import TIES
from .mistakes import MAX_ELEMENTS, ignoring, misplaced
from .parts import OperationParts
from .precision.vocabulary import Vocabulary
from .predicate import accepted_elements
from .problem import Problem
from .quantities import RowQuantity


@dataclass(frozen=True, eq=False, kw_only=True)
class Operation(OperationParts):
    """A function on rows that kernels compute. Operations compare by identity.

    Its parameters are the parts, `harness.operation.parts.OperationParts`.

    Raises
    ------
    ValueError
        A name is not an identifier or is taken, a kind is unknown or missing, a scalar has no finite value, or the
        arrays do not go together.
    """

    def __post_init__(self) -> None:
        if not self.arrays:
            object.__setattr__(self, "arrays", (INP, OUT, *map(array_of, self.vectors)))
        object.__setattr__(self, "arrays", with_known_sizes(self))
        if not any(output.is_byte for output in self.outputs):
            object.__setattr__(self, "kinds", tuple(kind for kind in self.kinds if kind != TIES))
        check(self)
        self.parse_arithmetic(self.default_arithmetic)
        if isinstance(vocabulary := getattr(self.parse_arithmetic, "__self__", None), Vocabulary):
            object.__setattr__(self, "words", {**vocabulary.meanings, **self.words})

    def expected(self, problem: Problem) -> Mapping[str, Expected]:
        """Return what each output must be, by name.

        Raises
        ------
        SpecError
            The operation is from a project's own file, and a reference fails or gives another shape.
        """
        if self.precise_reference is None:
            return self.derived(problem)
        precise = self._precise(problem)
        if not precise.size:  # a row without elements has no maximum to be bounded
            return {self.outputs[0].name: Expected(precise, np.zeros(precise.shape))}
        ((name, derived),) = self.derived(problem).items()
        with np.errstate(invalid="ignore"):
            apart = np.abs(derived.reference - precise)
            apart[precise == derived.reference] = 0.0  # infinities have no difference
        return {name: Expected(precise, np.where(np.isnan(precise), 0.0, derived.allowed + apart))}

    def derived(self, problem: Problem, *, exactly: bool = False) -> Mapping[str, Expected]:
        """Return right results and bounds from `reference`; raises as `expected`.

        `exactly` also follows which results are exact (`harness.operation.bounded.KernelArithmetic`).
        """
        from .derived import derived  # bounded arrays take 0.1 s to import

        return derived(self, problem, exactly=exactly)

    def results(self, problem: Problem) -> Mapping[str, Matrix]:
        """Return the right result of each output, as rows; raises as `expected`."""
        if self.precise_reference is not None:
            return {self.outputs[0].name: self._precise(problem)}
        return {name: each.reference for name, each in self.derived(problem).items()}

    def _precise(self, problem: Problem) -> Matrix:
        """Return the results of `precise_reference`, made once for all cases with these inputs."""
        precise = self.precise_reference
        assert precise is not None
        with self.failing_at("precise_reference"):
            result: Matrix = problem.once(
                ("precise reference", self), lambda: np.asarray(precise(problem), np.float64), of_inputs=True
            )
            if result.shape != problem.inp.shape:
                raise ValueError(
                    f"it must have the shape of the input, {problem.inp.shape} (got {result.shape})"
                )
        return result

    def quantities_of(
        self, problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
    ) -> Sequence[RowQuantity]:
        """Return the quantities of every row of results; raises SpecError if a project's own file fails."""
        if self.row_quantities is None:
            return ()
        with self.failing_at("row_quantities"):
            return tuple(self.row_quantities(problem, out, reference, allowed))

    def accepted(self, problem: Problem, outputs: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.bool_]]:
        """Return where outputs, as rows, are right by their `Array.accept`; only those that have one.

        Raises
        ------
        SpecError
            The operation is from a project's own file, and an `accept` fails or gives another type or shape.
        """
        with self.failing_at("accept"):
            return accepted_elements(problem, outputs, inputs=self.inputs, outputs=self.outputs)

    def mistakes_of(
        self, problem: Problem, expected: Mapping[str, Expected], *, ignores_arguments: bool
    ) -> Iterator[tuple[str, Mapping[str, Matrix]]]:
        """Yield the results of kernels with one common mistake, by name: the outputs that it changes.

        None for an operation with impostors of its own. `ignores_arguments` also evaluates the reference with arguments
        that are not used.
        """
        if self.impostors is not None:
            return
        yield from misplaced(expected, varied(self.outputs))
        if ignores_arguments and problem.inp.size <= MAX_ELEMENTS:
            yield from ignoring(
                problem, inputs=varied(self.inputs), scalars=self.scalars, results=self.results
            )

    def impostors_of(
        self, problem: Problem, expected: Mapping[str, Expected]
    ) -> Iterator[tuple[str, str, Matrix]]:
        """Yield outputs that are wrong for most cases: the output's name, the impostor's, and its values.

        Raises
        ------
        SpecError
            The operation is from a project's own file, and its `impostors` or `reference` fails.
        """
        with self.failing_at("impostors"):
            if self.impostors is not None:
                ((name, only),) = expected.items()
                for impostor, values in self.impostors(problem, only.reference, only.allowed):
                    yield name, impostor, values
            else:
                yield from default_impostors(
                    problem, expected, outputs=varied(self.outputs), inputs=self.inputs, results=self.results
                )
