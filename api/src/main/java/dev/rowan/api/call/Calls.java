package dev.rowan.api.call;

import java.net.URI;
import java.util.List;

/// Sends a transform's calls for the current row. Each call is recorded before it is sent, waits for the rate
/// limiter, is retried according to the settings, and is paid for once.
///
/// A stored answer is returned without sending. When the run stops or its budget is used up, unsent calls are
/// aborted by an exception that a transform must not catch.
public interface Calls {

    CallResult send(Call call) throws InterruptedException;

    /// Sends all calls concurrently, as far as the pool permits, and returns the results in the order of the
    /// calls.
    List<CallResult> sendAll(List<Call> calls) throws InterruptedException;

    /// Downloads at most `maxBytes` from an address that the row names, an http or https URL without user info. An
    /// address is downloaded once per run: a repeated visit, a resumed process and a replay get the same content.
    ///
    /// The egress rules apply to it and to each redirect; localhost, too, must be allowed.
    default DownloadResult download(URI address, long maxBytes) throws InterruptedException {
        throw new UnsupportedOperationException("downloads are not supported");
    }
}
