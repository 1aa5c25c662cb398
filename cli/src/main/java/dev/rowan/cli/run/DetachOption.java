package dev.rowan.cli.run;

import dev.rowan.engine.batch.BatchOptions.Stay;
import picocli.CommandLine.Option;

/// The option `--detach` of commands that run rows.
public final class DetachOption {
    @Option(
            names = "--detach",
            description = {
                "Leave when all batches are submitted (exit code 6 while",
                "a batch service still works); resume goes on."
            })
    private boolean detach;

    Stay stay() {
        return detach ? Stay.UNTIL_SUBMITTED : Stay.UNTIL_DONE;
    }
}
