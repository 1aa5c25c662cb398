package dev.rowan.cli.run;

import dev.rowan.cli.command.UsageException;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/// The option `--limit`.
final class LimitOption {
    @Option(names = "--limit", paramLabel = "N", description = "Stop after N rows (exit code 5 if there are more).")
    private Optional<Long> limit = Optional.empty();

    OptionalLong rows() {
        if (limit.isPresent() && limit.get() < 1) {
            throw new UsageException("--limit must be at least 1, got " + limit.get());
        }
        return limit.map(OptionalLong::of).orElse(OptionalLong.empty());
    }
}
