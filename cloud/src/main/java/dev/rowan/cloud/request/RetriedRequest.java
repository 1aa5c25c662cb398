package dev.rowan.cloud.request;

import dev.rowan.api.Time;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;

/// Sends a request until it gets a reply that a retry would not change.
public final class RetriedRequest {
    private RetriedRequest() {}

    /// One send.
    @FunctionalInterface
    public interface Attempt {
        WireReply send() throws PluginException;
    }

    /// The last reply of at most `most` attempts. An interrupt does not abort them, since that would leave work half
    /// done; it is restored afterwards.
    public static WireReply send(Time time, int most, Attempt attempt) throws PluginException {
        var attempts = new RequestRetry(time, most);
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                WireReply reply = attempt.send();
                interrupted |= Thread.interrupted();
                boolean over = !RequestRetry.mayHelp(reply) && !RequestRetry.isInterruption(reply);
                try {
                    over = over || !attempts.again(reply);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
                if (over) {
                    return reply;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
