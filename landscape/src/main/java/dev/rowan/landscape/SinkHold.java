package dev.rowan.landscape;

/// An unfinished run and an output that no other run may write. `live` if a process works on the run.
public record SinkHold(String runId, String output, boolean live) {

    /// The message, with the commands that help; `program` is the name of the command, `where` the option that
    /// names the landscape, with a leading space, or empty.
    public String refusal(String program, String where) {
        return live
                ? "%s is being written by run %s, which is running; wait until it has ended: %s watch %s%s"
                        .formatted(output, runId, program, runId, where)
                : ("%s belongs to run %s, which is not finished; finish it: %s resume %s%s; or give it up: add"
                                + " --abandon %s to this command")
                        .formatted(output, runId, program, runId, where, runId);
    }
}
