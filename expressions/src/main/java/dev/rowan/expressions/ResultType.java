package dev.rowan.expressions;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;

/// The type that an expression must have. Fields of a row are dynamically typed: an expression that cannot be
/// checked before a run is checked when it is evaluated.
public enum ResultType {
    ANY(SimpleType.DYN),
    BOOL(SimpleType.BOOL);

    private final CelType celType;

    ResultType(CelType celType) {
        this.celType = celType;
    }

    CelType celType() {
        return celType;
    }
}
