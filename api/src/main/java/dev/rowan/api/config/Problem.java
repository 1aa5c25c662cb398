package dev.rowan.api.config;

import java.util.Optional;

/// Something the user can fix: a stable code, where it is, what must hold and what was found, and what to do.
///
/// `path` is the key's path in the file, such as `transforms[2].options.pool_size`; empty for the file as a whole.
public record Problem(String code, ConfigLocation place, String path, String message, Optional<String> hint) {

    /// One line, with characters that a terminal would act upon written out.
    @Override
    public String toString() {
        String what = path.isEmpty() ? message : path + ": " + message;
        return Quoted.visible(place + " " + what + hint.map(h -> "; " + h).orElse(""));
    }
}
