package dev.rowan.engine.throttle;

/// What a transform's settings ask of the throttle, whoever else shares it.
public record ThrottleBounds(DelayRange pace, DeclaredLimits limits) {}
