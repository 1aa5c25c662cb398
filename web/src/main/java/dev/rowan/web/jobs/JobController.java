package dev.rowan.web.jobs;

import java.nio.file.Path;
import java.util.Optional;

/// What job pages need besides the landscape: a handler of decisions (without it they are read-only) and the
/// artifacts folder (without it they offer no files).
public record JobController(Optional<JobActions> actions, Optional<Path> artifacts) {
    public static final JobController CLOSED = new JobController(Optional.empty(), Optional.empty());
}
