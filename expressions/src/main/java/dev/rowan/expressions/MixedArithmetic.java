package dev.rowan.expressions;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.List;
import java.util.stream.Stream;

/// Arithmetic between an `int` and a `double`, which CEL leaves out: a column of prices has whole and other numbers.
final class MixedArithmetic {
    private static final String INT_FIRST = "int64_double";
    private static final String DOUBLE_FIRST = "double_int64";

    private MixedArithmetic() {}

    static List<CelFunctionDecl> declarations() {
        return Stream.of("_+_", "_-_", "_*_", "_/_")
                .map(MixedArithmetic::declaration)
                .toList();
    }

    private static CelFunctionDecl declaration(String function) {
        return CelFunctionDecl.newFunctionDeclaration(
                function,
                CelOverloadDecl.newGlobalOverload(
                        function + INT_FIRST, SimpleType.DOUBLE, SimpleType.INT, SimpleType.DOUBLE),
                CelOverloadDecl.newGlobalOverload(
                        function + DOUBLE_FIRST, SimpleType.DOUBLE, SimpleType.DOUBLE, SimpleType.INT));
    }

    static List<CelFunctionBinding> bindings() {
        return List.of(
                CelFunctionBinding.from("_+_" + INT_FIRST, Long.class, Double.class, (a, b) -> a + b),
                CelFunctionBinding.from("_+_" + DOUBLE_FIRST, Double.class, Long.class, (a, b) -> a + b),
                CelFunctionBinding.from("_-_" + INT_FIRST, Long.class, Double.class, (a, b) -> a - b),
                CelFunctionBinding.from("_-_" + DOUBLE_FIRST, Double.class, Long.class, (a, b) -> a - b),
                CelFunctionBinding.from("_*_" + INT_FIRST, Long.class, Double.class, (a, b) -> a * b),
                CelFunctionBinding.from("_*_" + DOUBLE_FIRST, Double.class, Long.class, (a, b) -> a * b),
                CelFunctionBinding.from("_/_" + INT_FIRST, Long.class, Double.class, (a, b) -> a / b),
                CelFunctionBinding.from("_/_" + DOUBLE_FIRST, Double.class, Long.class, (a, b) -> a / b));
    }
}
