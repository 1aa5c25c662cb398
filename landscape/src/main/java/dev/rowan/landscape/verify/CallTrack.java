package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.WriterEpoch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The state of one call. Owned by one thread.
final class CallTrack {
    final String requestSha256;
    final List<String> requestIds = new ArrayList<>(0);
    boolean parked;

    /// Whether the call reused the answer of an earlier run, and that answer's standing.
    boolean reused;

    /// The job of the last attempt, if it belongs to one.
    @Nullable
    Long job;

    long attempts;
    boolean open;

    /// Whether its row has ended before it.
    boolean late;

    long answers;
    long unknown;
    long resends;
    String state = "";
    String standing = "";

    /// The writer and epoch in which it was last sent, or reused an answer.
    WriterEpoch epoch = new WriterEpoch(LogKey.OWNER, 0);

    CallTrack(String requestSha256) {
        this.requestSha256 = requestSha256;
    }

    /// Whether an open attempt is lost when the process that sent it dies.
    boolean isOpenInRealTime() {
        return open && job == null;
    }

    /// Whether the call has an answer, which a later visit of the token uses without sending it again.
    boolean isAnswered() {
        return answers > 0 || reused;
    }

    boolean isReadable() {
        return isAnswered() && standing.equals("answered");
    }

    /// How often the call may have been charged.
    long payable() {
        return answers + unknown + (open ? 1 : 0);
    }
}
