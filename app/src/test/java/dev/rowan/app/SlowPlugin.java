package dev.rowan.app;

import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/// Passes rows after a while, and makes a file when a certain row comes by: then a test knows that the run is under
/// way.
public final class SlowPlugin implements TransformPlugin {
    private static final Option<Duration> LATENCY = Option.duration("latency").describedAs("how long each row takes");
    private static final Option<Long> TELL_AT = Option.integer("tell_at", 1).describedAs("the row to tell about");
    private static final Option<String> TELL_BY = Option.text("tell_by").describedAs("the file to make then");

    @Override
    public String name() {
        return "slow";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Passes rows after a while.";
    }

    @Override
    public Options options() {
        return Options.of(LATENCY, TELL_AT, TELL_BY);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Transform configure(Section options) {
        Duration latency = options.get(LATENCY);
        long tellAt = options.get(TELL_AT);
        Path tellBy = options.path(TELL_BY);
        RowTransform slow = (row, context) -> {
            if (context.token().rowSeq() == tellAt) {
                Files.createFile(tellBy);
            }
            context.time().sleep(latency);
            return TransformResult.success(row);
        };
        return slow;
    }
}
