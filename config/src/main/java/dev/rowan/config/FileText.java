package dev.rowan.config;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Decodes a pipeline file: UTF-8, of limited size, without a byte order mark and control characters.
final class FileText {
    private static final int MAX_BYTES = 1 << 20;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String file;

    private FileText(String file) {
        this.file = file;
    }

    /// The content of the file at `path`, up to one byte more than the limit.
    static byte[] bytes(Path path) throws UnreadableYamlException {
        if (Files.isDirectory(path)) {
            throw unreadable(path, "is a directory", "name the pipeline file in it");
        }
        try (var in = Files.newInputStream(path)) {
            return in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException _) {
            throw unreadable(path, "does not exist", "looked for it at " + path.toAbsolutePath());
        } catch (AccessDeniedException _) {
            throw unreadable(path, "is not readable by this user", "change its permissions");
        } catch (IOException e) {
            throw unreadable(path, "cannot be read", String.valueOf(e.getMessage()));
        }
    }

    private static UnreadableYamlException unreadable(Path path, String message, String hint) {
        var place = new ConfigLocation(path.toString(), 0, 0, Optional.empty());
        return new UnreadableYamlException(new Problem("config.file", place, "", message, Optional.of(hint)));
    }

    /// Decodes `bytes`, the content of `file`.
    static String decode(String file, byte[] bytes) throws UnreadableYamlException {
        return new FileText(file).decode(bytes);
    }

    private String decode(byte[] bytes) throws UnreadableYamlException {
        if (bytes.length > MAX_BYTES) {
            throw broken("", "must be at most 1 MiB", "keep long texts in separate files");
        }
        if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
            throw broken("", "must be UTF-8, got UTF-16", "save it as UTF-8");
        }
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        boolean malformed =
                StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError();
        String decoded = out.flip().toString();
        String text = decoded.indexOf(BYTE_ORDER_MARK) == 0 ? decoded.substring(1) : decoded;
        if (malformed) {
            String found = "byte 0x%02X".formatted(bytes[in.position()]);
            throw broken(text, "must be UTF-8, got " + found, "save it as UTF-8");
        }
        return withoutControls(text);
    }

    private static boolean startsWith(byte[] bytes, int first, int second) {
        return bytes.length >= 2 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
    }

    private String withoutControls(String text) throws UnreadableYamlException {
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (!StreamReader.isPrintable(c)) {
                throw broken(
                        text.substring(0, at),
                        "must be text, got character U+%04X".formatted(c),
                        "in double quotes, write it as \"\\u%04x\"".formatted(c));
            }
            at += Character.charCount(c);
        }
        return text;
    }

    /// A problem located right after `before`.
    private UnreadableYamlException broken(String before, String message, String hint) {
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        int lineStart = before.lastIndexOf('\n') + 1;
        int column = 1 + before.codePointCount(lineStart, before.length());
        var place = new ConfigLocation(file, line, column, Optional.empty());
        return new UnreadableYamlException(new Problem("config.encoding", place, "", message, Optional.of(hint)));
    }
}
