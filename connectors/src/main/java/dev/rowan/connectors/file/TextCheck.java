package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;

/// Rejects files that are not text, with advice if their first bytes identify the format.
public final class TextCheck {
    private static final List<Magic> KNOWN = List.of(
            new Magic("1f8b", "it is compressed with gzip; set 'compression: gzip', or unpack it with 'gunzip'"),
            new Magic("28b52ffd", "it is compressed with zstd; set 'compression: zstd', or unpack it with 'unzstd'"),
            new Magic(
                    "504b0304",
                    "it is a zip archive or a spreadsheet; unpack it, or read a sheet with the source 'xlsx'"));

    /// A NUL byte among so many shows that a file is not text.
    private static final int LOOKED_AT = 4096;

    private TextCheck() {}

    private record Magic(String hex, String advice) {
        boolean begins(byte[] bytes, int from, int to) {
            byte[] start = HexFormat.of().parseHex(hex);
            return to - from >= start.length
                    && java.util.Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
        }
    }

    /// Throws when the beginning of an input shows that it is not text.
    public static void refuseBinary(String name, RecordWindow window) throws PluginException {
        int to = Math.min(window.end(), window.start() + LOOKED_AT);
        refuseBinary(name, window.bytes(), window.start(), to, window.taken());
    }

    /// Throws when the bytes hold a NUL byte or begin as a known binary format does. `offset` is the place of `from`
    /// in the input `name`.
    public static void refuseBinary(String name, byte[] bytes, int from, int to, long offset) throws PluginException {
        for (Magic magic : KNOWN) {
            if (magic.begins(bytes, from, to)) {
                throw new PluginException(name + " is not UTF-8 text: " + magic.advice());
            }
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] == 0) {
                throw new PluginException(name + " is not UTF-8 text: NUL byte at offset " + (offset + i - from)
                        + "; check that it is a text file, and 'encoding' if it is UTF-16");
            }
        }
    }

    /// Throws if the bytes are not UTF-8.
    public static void refuseOtherEncodings(String name, byte[] bytes, int from, int to, long offset)
            throws PluginException {
        OptionalInt malformed = Utf8.firstMalformed(bytes, from, to - from);
        if (malformed.isPresent()) {
            throw new PluginException(
                    "%s is not UTF-8 text: byte 0x%02X at offset %d; if it is text in an older encoding, "
                                    .formatted(name, bytes[from + malformed.getAsInt()], offset + malformed.getAsInt())
                            + "set 'encoding', such as 'encoding: windows-1252'");
        }
    }
}
