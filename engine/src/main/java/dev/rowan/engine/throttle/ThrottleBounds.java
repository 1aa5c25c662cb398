package dev.rowan.engine.throttle;

/// The throttle bounds of one transform's settings.
public record ThrottleBounds(DelayRange pace, DeclaredLimits limits) {}
