package dev.rowan.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/// A local file for the library. Not a channel, because interrupting the reader of a channel closes it.
record LocalInput(Path path, long length) implements InputFile {

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
        return new Stream(new RandomAccessFile(path.toFile(), "r"));
    }

    /// For the library's messages.
    @Override
    public String toString() {
        return path.toString();
    }

    private static final class Stream extends DelegatingSeekableInputStream {
        private final RandomAccessFile file;

        Stream(RandomAccessFile file) {
            super(new InputStream() {
                @Override
                public int read() throws IOException {
                    return file.read();
                }

                @Override
                public int read(byte[] into, int from, int length) throws IOException {
                    return file.read(into, from, length);
                }

                @Override
                public void close() throws IOException {
                    file.close();
                }
            });
            this.file = file;
        }

        @Override
        public long getPos() throws IOException {
            return file.getFilePointer();
        }

        @Override
        public void seek(long position) throws IOException {
            file.seek(position);
        }

        @Override
        public void readFully(ByteBuffer into) throws IOException {
            var bytes = new byte[Math.min(into.remaining(), 1 << 16)];
            while (into.hasRemaining()) {
                int read = file.read(bytes, 0, Math.min(bytes.length, into.remaining()));
                if (read < 0) {
                    throw new EOFException("the file ends " + into.remaining() + " bytes too early");
                }
                into.put(bytes, 0, read);
            }
        }
    }
}
