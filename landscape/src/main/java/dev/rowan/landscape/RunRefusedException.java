package dev.rowan.landscape;

/// A run may not start or resume; its message names the commands that help.
public sealed class RunRefusedException extends LandscapeException permits SinkHeldException {
    private static final long serialVersionUID = 1L;

    private final transient Message message;

    /// Why a run is refused. `program` is what the user calls Rowan, `where` the option that names the landscape, with
    /// a space in front, or nothing.
    @FunctionalInterface
    public interface Message {
        String text(String program, String where);
    }

    public RunRefusedException(Message message) {
        super(message.text("rowan", ""));
        this.message = message;
    }

    /// The message with the commands as the user would type them.
    public String text(String program, String where) {
        return message.text(program, where);
    }
}
