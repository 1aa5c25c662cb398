package dev.rowan.providers.vertex;

import dev.rowan.providers.chat.ChatEndpoint;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A project and a location of Vertex AI, below which all its resources are. Locations are regions, the multi-regions
/// `us` and `eu`, and `global`.
public record VertexLocation(String project, String region) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.:-]{0,99}");
    private static final Pattern HOST = Pattern.compile("([a-z0-9-]+)-aiplatform\\.googleapis\\.com");
    private static final Set<String> MULTI_REGIONS = Set.of("us", "eu");

    public VertexLocation {
        if (!isName(project) || !isName(region)) {
            throw new IllegalArgumentException("a project and a region are letters, digits and hyphens, got '" + project
                    + "' and '" + region + "'");
        }
    }

    /// Whether `text` can be the name of a project or a region.
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /// The address of the service in `region`.
    public static URI address(String region) {
        return URI.create(
                region.equals("global")
                        ? "https://aiplatform.googleapis.com"
                        : MULTI_REGIONS.contains(region)
                                ? "https://aiplatform." + region + ".rep.googleapis.com"
                                : "https://" + region + "-aiplatform.googleapis.com");
    }

    /// The region in an address of the service.
    public static Optional<String> region(URI base) {
        Matcher host = HOST.matcher(base.getHost());
        return host.matches() ? Optional.of(host.group(1)) : Optional.empty();
    }

    /// Whether `base` is an address of the service.
    public static boolean isOwn(URI base) {
        String host = base.getHost();
        return host.equals("aiplatform.googleapis.com")
                || host.endsWith("-aiplatform.googleapis.com")
                || (host.startsWith("aiplatform.") && host.endsWith(".rep.googleapis.com"));
    }

    /// The path of this location.
    String path() {
        return "/v1/projects/" + ChatEndpoint.part(project) + "/locations/" + ChatEndpoint.part(region);
    }

    /// The path of a publisher's model. Versions are behind an `@`.
    String model(String publisher, String model) {
        return path() + "/publishers/" + publisher + "/models/"
                + ChatEndpoint.part(model).replace("%40", "@");
    }
}
