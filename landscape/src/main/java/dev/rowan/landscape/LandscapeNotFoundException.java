package dev.rowan.landscape;

/// No run was ever recorded at this URL: there is no database, or an empty one.
public final class LandscapeNotFoundException extends LandscapeException {
    private static final long serialVersionUID = 1L;

    public LandscapeNotFoundException(String message) {
        super(message);
    }
}
