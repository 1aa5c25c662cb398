package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Looks for keys in everything that a run leaves behind: as they are, in base64, in hexadecimal, URL-encoded and
/// JSON-escaped. It knows nothing of how the product finds them.
final class KeyHunt {
    private final Map<String, List<String>> spellings = new TreeMap<>();

    /// `keys` by name.
    KeyHunt(Map<String, String> keys) {
        keys.forEach((name, key) -> spellings.put(name, spellings(key)));
    }

    static List<String> spellings(String key) {
        byte[] bytes = key.getBytes(UTF_8);
        var all = new ArrayList<String>();
        all.add(key);
        all.add(URLEncoder.encode(key, UTF_8));
        all.add(URLEncoder.encode(key, UTF_8).toLowerCase(Locale.ROOT));
        String quoted = new String(RowJson.writeValue(key), UTF_8);
        all.add(quoted.substring(1, quoted.length() - 1));
        all.add(key.replace("\\", "\\\\").replace("\"", "\\\"").replace("/", "\\/"));
        var escaped = new StringBuilder();
        key.chars().forEach(unit -> escaped.append("\\u").append(HexFormat.of().toHexDigits((char) unit)));
        all.add(escaped.toString());
        all.add(HexFormat.of().formatHex(bytes));
        all.add(HexFormat.of().withUpperCase().formatHex(bytes));
        for (int lead = 0; lead < 3; lead++) {
            for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
                String whole = encoder.withoutPadding().encodeToString(("x".repeat(lead) + key).getBytes(UTF_8));
                all.add(whole.substring(lead == 0 ? 0 : lead + 1, whole.length() - 1));
            }
        }
        return List.copyOf(all);
    }

    /// What was found in a text, as `NAME in PLACE`.
    List<String> in(String location, String text) {
        var found = new ArrayList<String>();
        spellings.forEach((name, all) -> all.stream()
                .filter(text::contains)
                .findFirst()
                .ifPresent(spelling -> found.add(name + " in " + location + " at " + text.indexOf(spelling)
                        + ", spelling " + all.indexOf(spelling))));
        return found;
    }

    /// What was found in the files below a folder, but for those that hold the keys themselves.
    List<String> below(Path folder, List<Path> but) throws IOException {
        var found = new ArrayList<String>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !but.contains(file))
                    .toList()) {
                try {
                    found.addAll(in(file.toString(), new String(Files.readAllBytes(file), UTF_8)));
                } catch (NoSuchFileException _) {
                    // deleted meanwhile: a log of SQLite
                }
            }
        }
        return found;
    }

    /// What was found in the command lines of all processes.
    List<String> inProcesses() throws IOException {
        var found = new ArrayList<String>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                try {
                    found.addAll(in(
                            process + "/cmdline", new String(Files.readAllBytes(process.resolve("cmdline")), UTF_8)));
                } catch (IOException _) {
                    // ended meanwhile
                }
            }
        }
        return found;
    }
}
