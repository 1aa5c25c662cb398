package dev.rowan.cloud.signin;

import dev.rowan.api.IoMessages;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A profile of the files that AWS tools share, `~/.aws/credentials` and `~/.aws/config`.
record AwsProfile(String name, Map<String, String> values) {

    /// The profile, if one of the files has it.
    static Optional<AwsProfile> find(String name, PluginSetup setup) throws PluginException {
        var values = new LinkedHashMap<String, String>();
        Optional<Path> home = setup.environment("HOME").map(Path::of).map(path -> path.resolve(".aws"));
        boolean configured =
                read(file(setup, "AWS_CONFIG_FILE", home.map(path -> path.resolve("config"))), values, name);
        boolean found = read(
                file(setup, "AWS_SHARED_CREDENTIALS_FILE", home.map(path -> path.resolve("credentials"))),
                values,
                name);
        return configured || found ? Optional.of(new AwsProfile(name, values)) : Optional.empty();
    }

    private static Optional<Path> file(PluginSetup setup, String variable, Optional<Path> usual) {
        return setup.environment(variable).map(Path::of).or(() -> usual).filter(Files::isRegularFile);
    }

    private static boolean read(Optional<Path> file, Map<String, String> into, String name) throws PluginException {
        if (file.isEmpty()) {
            return false;
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file.get());
        } catch (IOException e) {
            throw new PluginException(file.get() + " cannot be read: " + IoMessages.reason(e), e);
        }
        boolean inside = false;
        boolean found = false;
        for (String line : lines) {
            String text = line.strip();
            if (text.startsWith("[") && text.endsWith("]")) {
                String title = text.substring(1, text.length() - 1).strip();
                inside = title.equals(name) || title.replaceAll("\\s+", " ").equals("profile " + name);
                found |= inside;
            } else if (inside && !text.startsWith("#") && !text.startsWith(";") && text.indexOf('=') > 0) {
                int equals = text.indexOf('=');
                into.put(
                        text.substring(0, equals).strip(),
                        text.substring(equals + 1).strip());
            }
        }
        return found;
    }

    Optional<String> find(String key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
    }
}
