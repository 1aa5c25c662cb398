package dev.rowan.providers.service;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.providers.http.Hosts;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;

/// Where a service is: at an address, or in the built-in simulator.
public sealed interface ServiceLocation {
    /// The word that stands for the simulator in the place of an address.
    String SIMULATOR = "simulator";

    /// What an address must be, in words that follow `must be`.
    String RULE = "an address that begins with https:// (http:// on this machine), or the word " + SIMULATOR;

    record Simulator() implements ServiceLocation {}

    /// An address without a query, which requests add their paths to.
    record At(URI base) implements ServiceLocation {}

    /// A settings key that holds a location.
    static Option<ServiceLocation> named(String name) {
        return Option.free(name, RULE, Map.of("type", "string", "minLength", 1), ServiceLocation::read);
    }

    private static Reading<ServiceLocation> read(ConfigNode node) {
        Optional<ServiceLocation> location =
                node instanceof ConfigNode.Scalar(var _, var _, String text) ? parse(text) : Optional.empty();
        return location.isPresent() ? new Reading.Value<>(location.get()) : new Reading.Wrong<>(wrong(node));
    }

    /// A query is what an address copied from a request has.
    private static String wrong(ConfigNode node) {
        boolean hasQuery = node instanceof ConfigNode.Scalar(var _, var _, String text)
                && text.indexOf('?') > 0
                && parse(text.substring(0, text.indexOf('?'))).isPresent();
        return hasQuery
                ? "must be an address alone, without '?' and what follows; requests add their paths and versions"
                : "must be " + RULE;
    }

    /// The location that `text` names; empty when it breaks the [#RULE].
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

    /// Only https leaves this machine.
    private static boolean isProtected(URI uri) {
        return uri.getScheme().equalsIgnoreCase("https")
                || (uri.getScheme().equalsIgnoreCase("http") && Hosts.isLoopback(uri.getHost()));
    }
}
