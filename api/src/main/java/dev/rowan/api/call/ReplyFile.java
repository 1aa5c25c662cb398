package dev.rowan.api.call;

import dev.rowan.api.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;

/// A file for the body of a reply, hashed with SHA-256 as it is written. Created or replaced, readable by its
/// owner only. Owned by one thread.
public final class ReplyFile extends OutputStream {
    private final FileChannel file;
    private final MessageDigest digest;
    private long size;

    private ReplyFile(FileChannel file, MessageDigest digest) {
        this.file = file;
        this.digest = digest;
    }

    public static ReplyFile open(Path path) throws IOException {
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        return new ReplyFile(FileChannel.open(path, options, attributes), Sha256.create());
    }

    /// The number of bytes written.
    public long size() {
        return size;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
        while (rest.hasRemaining()) {
            file.write(rest);
        }
        digest.update(bytes, from, length);
        size += length;
    }

    /// Syncs and closes the file; returns the SHA-256 in hexadecimal. Call once.
    public String finish() throws IOException {
        file.force(true);
        file.close();
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
