"""Kernels as one library: each is lowered once, then all are optimised and turned into machine code together.

``numba.njit`` makes a library of every function with a copy of all that it calls, so that the rules under thirty doors
are optimised thirty times. Numba's builder of extension modules does it better: one library takes in function after
function and comes out as object code, for any processor of the kind. LLVM loads that in milliseconds.

    twins ──► lowered one by one ──► one library ──► optimised ──► object code ──► (cache) ──► loaded ──► entries
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ctypes import c_void_p
from types import FunctionType
from typing import Any, get_args, get_origin, get_type_hints

import numba
from llvmlite import binding
from numba import _dynfunc, types
from numba.core import typed_passes, typing, untyped_passes
from numba.core.compiler import CompilerBase, Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.registry import cpu_target
from numba.np import arrayobj

from kernelkit.kernel import Function, Progress

PASSES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)
"""Numba's compiler without what loops over records have no use for: closures, array expressions, literal types."""


class _Lowering(CompilerBase):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        passes = PassManager("kernel")
        for each in PASSES:
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


def object_code(
    twins: Mapping[Function, FunctionType],
    symbols: Mapping[Function, str],
    progress: Progress | None,
    *,
    checks_bounds: bool = False,
) -> bytes:
    """Machine code for ``twins``, what a function calls before it; those with a symbol can be called from Python.

    With ``checks_bounds`` a place outside of its list is an IndexError, as in plain Python; no kernel counts from the
    end, so a place below 0 is one too.
    """
    target = cpu_target.target_context.with_aot_codegen("kernels")
    library = target.codegen().create_library("kernels")
    made = {}
    with global_compiler_lock, _garbage_left_alone(), _counted_from_zero():
        for plain, twin in twins.items():
            flags = _flags(is_entry=plain in symbols, checks_bounds=checks_bounds)
            made[plain] = _lowered(target, library, twin, _signature(plain), flags)
            if progress:
                progress(len(made), len(twins))
        _export(library, {made[plain]: symbol for plain, symbol in symbols.items()})
        for description in made.values():
            # Only now that all calls are linked: what nobody calls from outside may melt into its callers.
            library.get_function(description.llvm_func_name).linkage = "internal"
        return bytes(library.emit_native_object())


def _flags(*, is_entry: bool, checks_bounds: bool) -> Any:
    flags = Flags()
    flags.error_model = "numpy"
    flags.release_gil = flags.no_compile = flags.no_cfunc_wrapper = True
    flags.no_cpython_wrapper = not is_entry
    flags.boundscheck = checks_bounds
    return flags


def _lowered(target: Any, library: Any, twin: FunctionType, signature: Any, flags: Any) -> Any:
    """Take ``twin`` into the library and tell the twins to come how it is called; what describes it there."""
    names = cpu_target.typing_context
    made = compile_extra(names, target, twin, signature.args, signature.return_type, flags, {}, library, _Lowering)
    names.insert_user_function(twin, typing.make_concrete_template(twin.__name__, twin, [signature]))
    target.insert_user_function(twin, made.fndesc)
    return made.fndesc


def _export(library: Any, symbols: Mapping[Any, str]) -> None:
    """Name what Python calls, and the variables in which its environments are looked for, by symbols that last."""
    variables = library._final_module  # noqa: SLF001 - the library asks it for functions alone
    for description, symbol in symbols.items():
        library.get_function(description.llvm_cpython_wrapper_name).name = symbol
        variables.get_global_variable(description.env_name).name = _environment_of(symbol)


def loaded(code: bytes, symbols: Mapping[Function, str]) -> dict[Function, Function]:
    """The compiled functions behind ``symbols``. They check the size of the records they are given, nothing else."""
    _ = cpu_target.target_context  # made at the first look: LLVM learns where Python's own functions are
    machine = binding.Target.from_default_triple().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return {plain: _callable(engine, plain, symbol) for plain, symbol in symbols.items()}


def _callable(engine: Any, plain: Function, symbol: str) -> Function:
    """The function at ``symbol`` with the name and the words of ``plain``; it keeps the engine alive."""
    environment = _dynfunc.Environment({})
    c_void_p.from_address(engine.get_global_value_address(_environment_of(symbol))).value = id(environment)
    module, words = sys.modules[plain.__module__], plain.__doc__ or ""
    address = engine.get_function_address(symbol)
    entry: Function = _dynfunc.make_function(module, plain.__name__, words, address, environment, (engine,))
    return entry


def _environment_of(symbol: str) -> str:
    """The symbol of the variable in which a function that Python calls looks for its environment."""
    return f"{symbol}.environment"


@contextmanager
def _counted_from_zero() -> Iterator[None]:
    """Lower indices as they are: Numba would count those below 0 from the end, which costs a tenth; no kernel does."""
    usual = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = _index_as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


def _index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp)


@contextmanager
def _garbage_left_alone() -> Iterator[None]:
    """Without the collector: it would look again and again at millions of objects that are needed to the end."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _signature(plain: Function) -> Any:
    hints = get_type_hints(plain)
    result = _numba_type(hints.pop("return"))
    return result(*(_numba_type(hint) for hint in hints.values()))


def _numba_type(hint: Any) -> Any:
    """Records are passed as they are, ``Cells`` and lists as contiguous arrays."""
    scalars = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.void}
    if hint in scalars:
        return scalars[hint]
    if get_origin(hint) is list:
        return types.Array(_numba_type(get_args(hint)[0]), 1, "C")
    return numba.from_dtype(hint.dtype)
