"""How an element of an output came about: the statements that its value flowed through, back to the inputs.

Read `case_trace.trace_case` first. Data flow, one module a step::

    recording  a case's launches, with the blocks that matter recorded
    log        records -> last writer of a register or a byte before a moment; bits -> numbers
    slicing    the element's last store -> every execution that it depends on
    statements executions -> source lines, loops folded
    elements   device addresses -> elements of the case's arrays; elements that the right result depends on
    case_trace branches -> conditions with their operands
    model      the finished trace, for the reports
"""
