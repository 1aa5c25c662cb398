package dev.rowan.engine.pipeline;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/// The `notify` section: who is told when a job of a batch service ends, is held, lacks results or has others that
/// are not its own, and when the run ends or has spent what it may.
public sealed interface NotifySettings {
    Option<List<String>> COMMAND = Option.texts("command")
            .optional()
            .describedAs("a program and its arguments; it gets the event as JSON on its standard input, and its name"
                    + " in ROWAN_EVENT");
    Option<String> URL = Option.text("url")
            .optional()
            .describedAs("an address that gets the event as JSON by POST: https, or http on this machine");

    Options OPTIONS = Options.of(COMMAND, URL);

    /// A program with its arguments; no shell is between.
    record Command(List<String> words) implements NotifySettings {
        public Command {
            words = List.copyOf(words);
        }
    }

    /// An address that is sent to.
    record Address(URI url) implements NotifySettings {}

    /// The settings; empty where they have problems, which the section knows then.
    static Optional<NotifySettings> from(Section section) {
        Optional<List<String>> command = section.find(COMMAND);
        Optional<String> url = section.find(URL);
        if (command.isPresent() == url.isPresent()) {
            section.problem(
                    command.isPresent() ? URL : COMMAND, "must be set, or else 'url': one of the two, not both");
            return Optional.empty();
        }
        if (command.isPresent()) {
            boolean named =
                    !command.get().isEmpty() && !command.get().getFirst().isBlank();
            if (!named) {
                section.problem(COMMAND, "must begin with a program, such as [./tell.sh]");
            }
            return named ? Optional.of(new Command(command.get())) : Optional.empty();
        }
        return address(section, url.orElseThrow());
    }

    private static Optional<NotifySettings> address(Section section, String text) {
        Optional<URI> found = parsed(text).filter(NotifySettings::isUsable);
        if (found.isEmpty()) {
            section.problem(
                    URL, "must be a whole address by https, or http on this machine, without user and fragment");
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
