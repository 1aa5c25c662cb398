package dev.rowan.api.secret;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One encoding of a secret in a text, as a sequence of steps with alternative bytes.
///
/// So a text that escapes only some characters, or mixes upper and lower case in its escapes, is found too.
record Spelling(List<List<byte[]>> steps) {

    Spelling {
        steps = steps.stream().map(List::copyOf).toList();
    }

    /// Every spelling of `secret`: plain, URL-encoded or JSON-escaped in whole or in part, in hexadecimal, and in
    /// base64 of both alphabets at each of the three alignments.
    static List<Spelling> allOf(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        var all = new ArrayList<Spelling>();
        all.add(new Spelling(secret.codePoints().mapToObj(Spelling::character).toList()));
        all.add(new Spelling(IntStream.range(0, bytes.length)
                .mapToObj(i -> anyCase("", HexFormat.of().toHexDigits(bytes[i])))
                .toList()));
        for (int lead = 0; lead < 3; lead++) {
            all.add(base64(Base64.getEncoder(), bytes, lead));
            all.add(base64(Base64.getUrlEncoder(), bytes, lead));
        }
        return all;
    }

    /// The farthest end of this spelling in `text` if it starts at `from`, else a negative number. A step may have
    /// several ends, since a `%` may stand for itself or start an escape; all of them are followed.
    int matchEnd(byte[] text, int from) {
        if (!beginsAt(text, from)) {
            return -1;
        }
        int[] ends = {from};
        for (List<byte[]> step : steps) {
            ends = endsOf(step, text, ends);
            if (ends.length == 0) {
                return -1;
            }
        }
        return IntStream.of(ends).max().orElse(-1);
    }

    /// Whether the first step can match at `from`.
    private boolean beginsAt(byte[] text, int from) {
        List<byte[]> first = steps.getFirst();
        for (int i = 0; i < first.size(); i++) {
            if (startsWith(text, from, first.get(i))) {
                return true;
            }
        }
        return false;
    }

    /// The distinct ends of a step that starts at one of `begins`.
    private static int[] endsOf(List<byte[]> step, byte[] text, int[] begins) {
        var ends = new int[begins.length * step.size()];
        int found = 0;
        for (int begin : begins) {
            for (byte[] spelling : step) {
                int end = begin + spelling.length;
                if (startsWith(text, begin, spelling) && !contains(ends, found, end)) {
                    ends[found++] = end;
                }
            }
        }
        return Arrays.copyOf(ends, found);
    }

    private static boolean contains(int[] ends, int found, int end) {
        for (int i = 0; i < found; i++) {
            if (ends[i] == end) {
                return true;
            }
        }
        return false;
    }

    /// The length of the shortest match in bytes.
    int shortest() {
        return steps.stream()
                .mapToInt(step ->
                        step.stream().mapToInt(part -> part.length).min().orElse(0))
                .sum();
    }

    /// Receives a byte pair and its offset from the start.
    interface PairListener {
        void pair(byte first, byte second, int at);
    }

    /// A position in a spelling: the step, its alternative, and the byte within that.
    private record Place(int step, int choice, int index) {}

    /// Reports every byte pair that can occur within the first `length` bytes.
    void pairs(int length, PairListener listener) {
        Set<Place> here = firsts(0);
        for (int at = 0; at < length - 1; at++) {
            var next = new HashSet<Place>();
            for (Place place : here) {
                Set<Place> after = after(place);
                for (Place other : after) {
                    listener.pair(byteAt(place), byteAt(other), at);
                }
                next.addAll(after);
            }
            here = next;
        }
    }

    private Set<Place> after(Place place) {
        return place.index() + 1 < steps.get(place.step()).get(place.choice()).length
                ? Set.of(new Place(place.step(), place.choice(), place.index() + 1))
                : firsts(place.step() + 1);
    }

    /// Where a step can start; nowhere after the last.
    private Set<Place> firsts(int step) {
        var firsts = new HashSet<Place>();
        for (int choice = 0; step < steps.size() && choice < steps.get(step).size(); choice++) {
            firsts.add(new Place(step, choice, 0));
        }
        return firsts;
    }

    private byte byteAt(Place place) {
        return steps.get(place.step()).get(place.choice())[place.index()];
    }

    private static boolean startsWith(byte[] text, int from, byte[] part) {
        if (from + part.length > text.length) {
            return false;
        }
        for (int i = 0; i < part.length; i++) {
            if (text[from + i] != part[i]) {
                return false;
            }
        }
        return true;
    }

    private static List<byte[]> character(int codePoint) {
        String raw = Character.toString(codePoint);
        Stream<byte[]> spellings =
                Stream.concat(anyCase("%", percent(raw)).stream(), anyCase("", unicodeEscape(raw)).stream());
        Stream<String> more = switch (codePoint) {
            case ' ' -> Stream.of(raw, "+");
            case '"', '\\', '/' -> Stream.of("\\" + raw, raw);
            default -> Stream.of(raw);
        };
        return Stream.concat(spellings, more.map(Spelling::utf8)).toList();
    }

    private static String percent(String raw) {
        return HexFormat.ofDelimiter("%").formatHex(utf8(raw));
    }

    private static String unicodeEscape(String raw) {
        var escaped = new StringBuilder();
        raw.chars().forEach(unit -> escaped.append("\\u").append(HexFormat.of().toHexDigits((char) unit)));
        return escaped.toString();
    }

    /// `digits` in lower and in upper case; the letter of `\\u` stays lower case.
    private static List<byte[]> anyCase(String prefix, String digits) {
        String upper = digits.toUpperCase(Locale.ROOT).replace("\\U", "\\u");
        return Stream.of(prefix + digits, prefix + upper)
                .distinct()
                .map(Spelling::utf8)
                .toList();
    }

    /// The base64 characters that depend only on the secret if `lead` bytes precede it.
    private static Spelling base64(Base64.Encoder encoder, byte[] secret, int lead) {
        var padded = new byte[lead + secret.length];
        System.arraycopy(secret, 0, padded, lead, secret.length);
        String encoded = encoder.withoutPadding().encodeToString(padded);
        int from = (lead * Byte.SIZE + 5) / 6;
        int to = padded.length * Byte.SIZE / 6;
        return new Spelling(encoded.substring(from, to)
                .chars()
                .mapToObj(c -> List.of(new byte[] {(byte) c}))
                .toList());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
