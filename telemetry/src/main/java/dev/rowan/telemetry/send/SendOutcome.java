package dev.rowan.telemetry.send;

import dev.rowan.api.call.WireReply;
import java.util.Set;

/// The result of an export request: accepted, or rejected with a reason and whether to retry.
sealed interface SendOutcome {
    Set<Integer> LATER = Set.of(429, 502, 503, 504);

    record Taken() implements SendOutcome {}

    record Refused(String why, boolean later) implements SendOutcome {}

    static SendOutcome of(WireReply reply, String host) {
        return switch (reply) {
            case WireReply.Complete complete when complete.status() / 100 == 2 -> new Taken();
            case WireReply.Complete complete ->
                new Refused(host + " answered with status " + complete.status(), LATER.contains(complete.status()));
            case WireReply.NotSent notSent ->
                new Refused(
                        host + " cannot be reached (" + notSent.reason().word() + ")",
                        switch (notSent.reason()) {
                            case FORBIDDEN, FILE, INTERRUPTED -> false;
                            case DNS, CONNECT, TLS, PROXY, POOL, DEADLINE, HELD -> true;
                        });
            case WireReply.Unknown unknown ->
                new Refused(
                        host + " gave no answer (" + unknown.fault().word() + ")",
                        unknown.fault() != WireReply.Fault.INTERRUPTED);
        };
    }
}
