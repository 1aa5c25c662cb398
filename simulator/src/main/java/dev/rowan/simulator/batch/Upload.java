package dev.rowan.simulator.batch;

import dev.rowan.simulator.http.Slice;
import java.io.ByteArrayOutputStream;

/// A file upload in chunks.
///
/// Shared state, guarded by its monitor: the bytes that came so far.
public final class Upload {
    private final BatchAccount account;
    private final String name;
    private final String type;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public Upload(BatchAccount account, String name, String type) {
        this.account = account;
        this.name = name;
        this.type = type;
    }

    /// Another with the same bytes so far.
    synchronized Upload copy() {
        var copy = new Upload(account, name, type);
        copy.add(bytes.toByteArray());
        return copy;
    }

    public BatchAccount account() {
        return account;
    }

    public String name() {
        return name;
    }

    public String type() {
        return type;
    }

    public synchronized long add(byte[] piece) {
        bytes.writeBytes(piece);
        return bytes.size();
    }

    public synchronized long size() {
        return bytes.size();
    }

    public synchronized Slice content() {
        return Slice.of(bytes.toByteArray());
    }
}
