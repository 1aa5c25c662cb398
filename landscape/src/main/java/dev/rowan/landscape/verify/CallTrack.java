package dev.rowan.landscape.verify;

import java.util.ArrayList;
import java.util.List;

/// How far one call came. Owned by one thread.
final class CallTrack {
    final String requestSha256;
    final List<String> requestIds = new ArrayList<>(0);
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

    /// Whether it has an answer that could be read.
    boolean isReadable() {
        return answers > 0 && standing.equals("answered");
    }

    /// How often it may have been paid for.
    long payable() {
        return answers + unknown + (open ? 1 : 0);
    }
}
