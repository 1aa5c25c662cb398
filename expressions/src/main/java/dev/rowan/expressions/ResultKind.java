package dev.rowan.expressions;

import dev.cel.common.types.CelType;

/// What the result of an expression is.
public enum ResultKind {
    BOOL,
    TEXT,
    /// A number, a list, a map, or another value.
    OTHER,
    /// Known when it is evaluated.
    UNKNOWN;

    static ResultKind of(CelType type) {
        return switch (type.kind()) {
            case BOOL -> BOOL;
            case STRING -> TEXT;
            case DYN, ANY, TYPE_PARAM, UNSPECIFIED -> UNKNOWN;
            default -> OTHER;
        };
    }
}
