package dev.rowan.landscape;

/// A run that is not finished and the output that it keeps from others. `live` says that a process works on it.
public record SinkHold(String runId, String output, boolean live) {

    /// Why nobody else may write the output, and the commands that help; `program` is what the user calls Rowan,
    /// `where` the option that names the landscape, with a space in front, or nothing.
    public String refusal(String program, String where) {
        return live
                ? "%s is being written by run %s, which is running; wait until it has ended: %s watch %s%s"
                        .formatted(output, runId, program, runId, where)
                : ("%s belongs to run %s, which is not finished; finish it: %s resume %s%s; or give it up: add"
                                + " --abandon %s to this command")
                        .formatted(output, runId, program, runId, where, runId);
    }
}
