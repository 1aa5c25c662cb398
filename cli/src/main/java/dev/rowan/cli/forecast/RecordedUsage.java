package dev.rowan.cli.forecast;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.UsageHistory;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeNotFoundException;
import dev.rowan.landscape.LandscapeReader;

/// Reads what earlier runs of a pipeline used, from its landscape if there is one.
public final class RecordedUsage {
    private RecordedUsage() {}

    /// Without a landscape there is no history. One that cannot be read is named, and the estimate works without.
    public static UsageHistory of(Pipeline pipeline, LandscapeAddress address, Shell shell) {
        try (LandscapeReader reader = address.read()) {
            return UsageHistory.read(reader, pipeline.name());
        } catch (LandscapeNotFoundException notThere) {
            return UsageHistory.NONE;
        } catch (LandscapeException unreadable) {
            shell.err()
                    .println("warning: estimated without earlier runs: "
                            + SafeText.line(String.valueOf(unreadable.getMessage())));
            return UsageHistory.NONE;
        }
    }
}
