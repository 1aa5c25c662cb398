package dev.rowan.connectors.web;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.StorageProvider;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/// Files on web servers as `https://host/path`, to read.
public final class WebStorage implements StorageProvider {
    private static final Option<SecretReference> BEARER_TOKEN = SecretOption.named("bearer_token")
            .optional()
            .describedAs("token to send to the host of an https URL, never to hosts that it redirects to");

    @Override
    public List<String> schemes() {
        return List.of("https", "http");
    }

    @Override
    public Options options() {
        return Options.of(BEARER_TOKEN);
    }

    @Override
    public Origin origin(Location location) {
        Optional<URI> uri = uri(location.path());
        if (uri.isEmpty()) {
            location.problems().add("must be an address such as https://host/data.csv without user and fragment");
        }
        return new WebOrigin(
                uri.orElse(URI.create("https://unknown.invalid/")),
                location.storage().find(BEARER_TOKEN));
    }

    private static Optional<URI> uri(String text) {
        try {
            URI uri = new URI(text);
            return uri.getHost() != null && uri.getUserInfo() == null && uri.getRawFragment() == null
                    ? Optional.of(uri)
                    : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<Destination> destination(Location location, String mediaType) {
        return Optional.empty();
    }
}
