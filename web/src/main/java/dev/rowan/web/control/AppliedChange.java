package dev.rowan.web.control;

import java.time.Instant;
import java.util.Optional;

/// Something that a person changed while the run worked.
public record AppliedChange(
        Instant at, String order, String operator, Optional<String> node, Optional<String> from, Optional<String> to) {}
