package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;

/// Rejects files that are not text, with advice if their first bytes identify the format.
public final class TextCheck {
    private static final List<Magic> KNOWN = List.of(
            new Magic("1f8b", "it is compressed with gzip; unpack it with 'gunzip' first"),
            new Magic("28b52ffd", "it is compressed with zstd; unpack it with 'unzstd' first"),
            new Magic("504b0304", "it is a zip archive or a spreadsheet; unpack it, or save the sheet as CSV in UTF-8"),
            new Magic("fffe", "it is UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8'"),
            new Magic("feff", "it is UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8'"));

    private TextCheck() {}

    private record Magic(String hex, String advice) {
        boolean begins(byte[] bytes, int from, int to) {
            byte[] start = HexFormat.of().parseHex(hex);
            return to - from >= start.length
                    && java.util.Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
        }
    }

    /// Throws if the bytes contain a NUL byte or start like a known binary format. `offset` is the position of
    /// `from` in the input `name`.
    public static void refuseBinary(String name, byte[] bytes, int from, int to, long offset) throws PluginException {
        for (Magic magic : KNOWN) {
            if (magic.begins(bytes, from, to)) {
                throw new PluginException(name + " is not UTF-8 text: " + magic.advice());
            }
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] == 0) {
                throw new PluginException(name + " is not UTF-8 text: NUL byte at offset " + (offset + i - from)
                        + "; check that it is a text file");
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
                            + "convert it with 'iconv -f WINDOWS-1252 -t UTF-8'");
        }
    }
}
