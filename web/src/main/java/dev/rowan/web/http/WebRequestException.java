package dev.rowan.web.http;

/// A request that is not answered as it wishes: the status and, in plain words, why and what to do.
public final class WebRequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    public WebRequestException(int status, String why) {
        super(why);
        this.status = status;
    }

    public int status() {
        return status;
    }

    public String why() {
        return String.valueOf(getMessage());
    }
}
