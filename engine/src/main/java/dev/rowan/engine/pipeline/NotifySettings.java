package dev.rowan.engine.pipeline;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/// The `notify` section: the target of notifications about batch jobs (ended, held, missing results, anomalies) and
/// about the run (ended, budget reached).
public sealed interface NotifySettings {
    Option<List<String>> COMMAND = Option.texts("command")
            .optional()
            .describedAs("a command with arguments; it gets the event as JSON on standard input, and its name"
                    + " in ROWAN_EVENT");
    Option<String> URL = Option.text("url")
            .optional()
            .describedAs("a URL that gets the event as JSON by POST: https, or http on this machine");

    Options OPTIONS = Options.of(COMMAND, URL);

    /// A command with its arguments, run without a shell.
    record Command(List<String> words) implements NotifySettings {
        public Command {
            words = List.copyOf(words);
        }
    }

    /// A webhook URL.
    record Address(URI url) implements NotifySettings {}

    /// The settings; empty if they have problems, which are reported to the section.
    static Optional<NotifySettings> from(Section section) {
        Optional<List<String>> command = section.find(COMMAND);
        Optional<String> url = section.find(URL);
        if (command.isPresent() == url.isPresent()) {
            section.problem(command.isPresent() ? URL : COMMAND, "must be set, or 'url' instead: exactly one of them");
            return Optional.empty();
        }
        if (command.isPresent()) {
            boolean named =
                    !command.get().isEmpty() && !command.get().getFirst().isBlank();
            if (!named) {
                section.problem(COMMAND, "must start with a program, such as [./tell.sh]");
            }
            return named ? Optional.of(new Command(command.get())) : Optional.empty();
        }
        return address(section, url.orElseThrow());
    }

    private static Optional<NotifySettings> address(Section section, String text) {
        Optional<URI> found = parsed(text).filter(NotifySettings::isUsable);
        if (found.isEmpty()) {
            section.problem(URL, "must be a full https URL, or http on this machine, without user and fragment");
        }
        return found.map(Address::new);
    }

    private static Optional<URI> parsed(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    private static boolean isUsable(URI url) {
        return ("https".equals(url.getScheme()) || "http".equals(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && url.getFragment() == null;
    }
}
