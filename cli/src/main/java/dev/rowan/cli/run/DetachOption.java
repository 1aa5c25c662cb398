package dev.rowan.cli.run;

import dev.rowan.engine.batch.BatchOptions.Stay;
import picocli.CommandLine.Option;

/// The option `--detach`.
public final class DetachOption {
    @Option(
            names = "--detach",
            description = {
                "Exit when all batches are submitted (exit code 6",
                "while batches are running); continue with `resume`."
            })
    private boolean detach;

    Stay stay() {
        return detach ? Stay.UNTIL_SUBMITTED : Stay.UNTIL_DONE;
    }
}
