package dev.rowan.api.config;

import java.util.Optional;

/// A user error: a stable code, the location, the rule and what was found, and a hint.
///
/// `path` is the key's path in the file, such as `transforms[2].options.pool_size`; empty for the whole file.
public record Problem(String code, ConfigLocation location, String path, String message, Optional<String> hint) {

    /// One line, with control characters escaped.
    @Override
    public String toString() {
        String what = path.isEmpty() ? message : path + ": " + message;
        return Quoted.visible(location + " " + what + hint.map(h -> "; " + h).orElse(""));
    }
}
