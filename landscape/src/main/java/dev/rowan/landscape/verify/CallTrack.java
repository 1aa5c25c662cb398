package dev.rowan.landscape.verify;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far one call came. Owned by one thread.
final class CallTrack {
    final String requestSha256;
    final List<String> requestIds = new ArrayList<>(0);
    boolean parked;

    /// Whether it took the answer of an earlier run, and what that answer stands at.
    boolean reused;

    /// The job of the last attempt, where it is part of one.
    @Nullable
    Long job;

    long attempts;
    boolean open;
    long answers;
    long unknown;
    long resends;
    String state = "";
    String standing = "";
    int epoch;

    CallTrack(String requestSha256) {
        this.requestSha256 = requestSha256;
    }

    /// Whether an attempt is open that is lost with the process that sent it.
    boolean isOpenInRealTime() {
        return open && job == null;
    }

    /// Whether it has an answer that could be read.
    boolean isReadable() {
        return (answers > 0 || reused) && standing.equals("answered");
    }

    /// How often it may have been paid for.
    long payable() {
        return answers + unknown + (open ? 1 : 0);
    }
}
