package dev.rowan.landscape;

/// A run may not start or resume; its message names the commands that help.
public sealed class RunRefusedException extends LandscapeException permits SinkHeldException {
    private static final long serialVersionUID = 1L;

    private final transient Message message;

    /// The reason. `program` is the name of the command, `where` the option that names the landscape, with a
    /// leading space, or empty.
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
