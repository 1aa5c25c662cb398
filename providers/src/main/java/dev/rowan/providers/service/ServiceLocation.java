package dev.rowan.providers.service;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.providers.http.Hosts;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;

/// Where a service is: at a URL, or in the built-in simulator.
public sealed interface ServiceLocation {
    /// The value that selects the simulator.
    String SIMULATOR = "simulator";

    /// The rule for a location, in words that follow `must be`.
    String RULE = "an https:// URL (http:// on localhost), or '" + SIMULATOR + "'";

    record Simulator() implements ServiceLocation {}

    /// A base URL without a query.
    record At(URI base) implements ServiceLocation {}

    /// An option that holds a location.
    static Option<ServiceLocation> named(String name) {
        return Option.free(name, RULE, Map.of("type", "string", "minLength", 1), ServiceLocation::read);
    }

    private static Reading<ServiceLocation> read(ConfigNode node) {
        Optional<ServiceLocation> location =
                node instanceof ConfigNode.Scalar(var _, var _, String text) ? parse(text) : Optional.empty();
        return location.isPresent() ? new Reading.Value<>(location.get()) : new Reading.Wrong<>(wrong(node));
    }

    /// A URL copied from a request often has a query.
    private static String wrong(ConfigNode node) {
        boolean hasQuery = node instanceof ConfigNode.Scalar(var _, var _, String text)
                && text.indexOf('?') > 0
                && parse(text.substring(0, text.indexOf('?'))).isPresent();
        return hasQuery
                ? "must be an https:// URL without a query ('?…'); requests add paths and versions"
                : "must be " + RULE;
    }

    /// Parses a location; empty if it breaks the [#RULE].
    static Optional<ServiceLocation> parse(String text) {
        if (text.equals(SIMULATOR)) {
            return Optional.of(new Simulator());
        }
        try {
            return Optional.of(new URI(text)).filter(ServiceLocation::isBase).map(At::new);
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    private static boolean isBase(URI uri) {
        boolean whole = uri.getScheme() != null && uri.getHost() != null;
        boolean plain = uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
        return whole && plain && isProtected(uri);
    }

    /// Plain http is allowed to localhost only.
    private static boolean isProtected(URI uri) {
        return uri.getScheme().equalsIgnoreCase("https")
                || (uri.getScheme().equalsIgnoreCase("http") && Hosts.isLoopback(uri.getHost()));
    }
}
