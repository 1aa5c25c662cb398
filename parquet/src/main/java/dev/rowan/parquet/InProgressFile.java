package dev.rowan.parquet;

import dev.rowan.api.fault.Faults;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.OutputTarget;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A Parquet file that is being written, and the digest of the sink, which counts its bytes. Owned by the sink's
/// thread.
final class InProgressFile {
    private final Destination destination;
    private final OutputTarget target;
    private final MessageDigest sha256;
    private final ParquetTableWriter writer;
    private long rows;
    private long bytes;

    private InProgressFile(
            Destination destination,
            OutputTarget target,
            List<ParquetColumn> columns,
            ParquetSinkSettings settings,
            MessageDigest sha256)
            throws IOException {
        this.destination = destination;
        this.target = target;
        this.sha256 = sha256;
        this.writer = new ParquetTableWriter(columns, settings.compression(), settings.rowGroup(), this::append);
    }

    static InProgressFile of(
            Destination destination,
            List<ParquetColumn> columns,
            ParquetSinkSettings settings,
            MessageDigest sha256,
            Faults faults)
            throws IOException {
        return new InProgressFile(destination, destination.openWhole(faults).target(), columns, settings, sha256);
    }

    private void append(byte[] from, int start, int length) throws IOException {
        target.write(start == 0 ? from : Arrays.copyOfRange(from, start, start + length), length);
        sha256.update(from, start, length);
        bytes += length;
        boolean _ = target.endPart();
    }

    Optional<String> write(@Nullable Object[] values) throws IOException {
        Optional<String> unfit = writer.write(values);
        if (unfit.isEmpty()) {
            rows++;
        }
        return unfit;
    }

    long rows() {
        return rows;
    }

    /// Makes the file whole and durable; returns its size. The first `safe` rows of the sink were durable before.
    long finish(long safe) throws IOException {
        try {
            writer.close();
            target.finish();
        } catch (IOException e) {
            throw target.failed(e, safe);
        }
        target.close(bytes);
        return bytes;
    }

    /// Removes what was written.
    void drop() throws IOException {
        target.close(0);
        destination.delete();
    }
}
