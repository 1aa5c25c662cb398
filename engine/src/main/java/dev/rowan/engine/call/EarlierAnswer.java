package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.record.LogEntry.CitedAnswer;
import java.util.Optional;
import java.util.Set;

/// An answer of an earlier run.
///
/// `cited` is the call that was answered, and `accounts` are the fingerprints of that run's credentials. `passed`
/// means that the row passed the node with it. `answer` is when it came, and its cost.
record EarlierAnswer(
        Citation cited, WireReply.Complete reply, boolean passed, Set<String> accounts, CitedAnswer answer) {

    /// Whether `call`, whose request has this hash, may reuse it in a retry: it is the same call of the row.
    boolean serves(Call call, String requestSha256) {
        return cited.key().number() == call.number()
                && cited.key().requestSha256().equals(requestSha256)
                && serves(call);
    }

    /// Whether `call`, whose request is the same, may reuse it: same account, and a useful answer. One that the row did
    /// not pass with is parsed again.
    boolean serves(Call call) {
        return account(call.request()).map(accounts::contains).orElse(true)
                && (passed || call.reader().isUsable(reply));
    }

    /// The fingerprint of the request's credential, under the id of the cited run.
    Optional<String> account(WireRequest request) {
        return AccountFingerprint.of(ServiceKey.of(request), cited.runId());
    }
}
