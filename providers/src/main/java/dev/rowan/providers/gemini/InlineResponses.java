package dev.rowan.providers.gemini;

import dev.rowan.api.call.ReplyFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// Extracts the responses of an operation and writes one per line, without white space between tokens. Uses
/// constant memory.
final class InlineResponses {
    private final FileChannel operation;
    private final OutputStream lines;
    private final byte[] piece = new byte[1 << 16];

    private InlineResponses(FileChannel operation, OutputStream lines) {
        this.operation = operation;
        this.lines = lines;
    }

    /// Writes them to `into`, synced, and returns the SHA-256; empty if there is no JSON with responses.
    static Optional<String> extract(Path operation, Path into) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(operation), 1 << 16);
                FileChannel slices = FileChannel.open(operation, StandardOpenOption.READ);
                JsonParser parser = OperationTree.JSON.createParser(ObjectReadContext.empty(), in);
                ReplyFile file = ReplyFile.open(into)) {
            var out = new BufferedOutputStream(file, 1 << 16);
            boolean found = new InlineResponses(slices, out).read(parser, 0);
            if (!found || parser.nextToken() != null) {
                return Optional.empty();
            }
            out.flush();
            return Optional.of(file.finish());
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    /// Reads the next value; true if it contained responses. The first ones count: they may be repeated.
    private boolean read(JsonParser parser, int depth) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return false;
        }
        boolean found = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            boolean leads = !found && leads(key, depth);
            if (leads && key.equals(OperationTree.INLINED)) {
                found = inlined(parser);
            } else if (leads) {
                found = read(parser, depth + 1);
            } else {
                parser.nextToken();
                parser.skipChildren();
            }
        }
        return found;
    }

    /// The paths to the responses: `metadata.output` and `response`.
    private static boolean leads(String key, int depth) {
        return switch (key) {
            case "metadata", "response" -> depth == 0;
            case "output" -> depth == 1;
            default -> depth > 0 && key.equals(OperationTree.INLINED);
        };
    }

    /// A list, or an object that holds it under the same name.
    private boolean inlined(JsonParser parser) throws IOException {
        JsonToken begins = parser.nextToken();
        if (begins == JsonToken.START_ARRAY) {
            list(parser);
            return true;
        }
        boolean found = false;
        while (begins == JsonToken.START_OBJECT && parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean here = parser.currentName().equals(OperationTree.INLINED);
            if (parser.nextToken() == JsonToken.START_ARRAY && here && !found) {
                list(parser);
                found = true;
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private void list(JsonParser parser) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            long from = parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            if (parser.currentToken() == JsonToken.END_OBJECT) {
                line(from, parser.currentLocation().getByteOffset());
            }
        }
    }

    /// Copies without white space outside of strings.
    private void line(long from, long to) throws IOException {
        boolean text = false;
        boolean escaped = false;
        long at = from;
        while (at < to) {
            int count = operation.read(ByteBuffer.wrap(piece, 0, (int) Math.min(piece.length, to - at)), at);
            if (count < 0) {
                throw new EOFException("the operation was truncated");
            }
            at += count;
            int kept = 0;
            for (int i = 0; i < count; i++) {
                byte b = piece[i];
                if (text) {
                    text = escaped || b != '"';
                    escaped = !escaped && b == '\\';
                } else {
                    text = b == '"';
                }
                if (text || b > ' ' || b < 0) {
                    piece[kept++] = b;
                }
            }
            lines.write(piece, 0, kept);
        }
        lines.write('\n');
    }
}
