package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A prompt: its text, its option, and its file if it is in one.
record PromptText(String text, Option<String> option, Optional<Path> file) {
    private static final int MAX_BYTES = 1 << 20;

    /// Reads the prompt of a section from `inline`, or from the file `inFile`. Empty if neither is given, or a
    /// problem was reported.
    static Optional<PromptText> read(Section section, Option<String> inline, Option<String> inFile) {
        Optional<String> written = section.find(inline);
        if (section.find(inFile).isEmpty()) {
            return written.map(text -> new PromptText(text, inline, Optional.empty()));
        }
        if (written.isPresent()) {
            section.problem(inFile, "must be absent where '" + inline.name() + "' is given");
            return Optional.empty();
        }
        Path path = section.path(inFile);
        return load(section, inFile, path).map(text -> new PromptText(text, inFile, Optional.of(path)));
    }

    private static Optional<String> load(Section section, Option<String> option, Path path) {
        try {
            if (!Files.isRegularFile(path) || Files.size(path) > MAX_BYTES) {
                section.problem(option, "must be a file of at most " + MAX_BYTES + " bytes, found none at " + path);
                return Optional.empty();
            }
            String text = Files.readString(path);
            String prompt = withoutLastLineEnd(text.startsWith("\uFEFF") ? text.substring(1) : text);
            if (prompt.isBlank()) {
                section.problem(option, "must be a file with a prompt, and " + path + " is blank");
                return Optional.empty();
            }
            return Optional.of(prompt);
        } catch (CharacterCodingException _) {
            section.problem(option, "must be a file of text in UTF-8, and " + path + " is not");
        } catch (IOException _) {
            section.problem(option, "must be a file that can be read, and " + path + " cannot");
        }
        return Optional.empty();
    }

    /// A final line break is not part of the prompt.
    private static String withoutLastLineEnd(String text) {
        String one = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return one.endsWith("\r") ? one.substring(0, one.length() - 1) : one;
    }
}
