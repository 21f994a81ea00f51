-- One project. Texts are rows, whatever people write about a text is a sheet, whatever was done is in the trail.
create table settings (
    name text primary key,
    value text not null
) without rowid;

create table documents (
    number integer primary key,
    id text not null unique,
    text text not null,
    digest text not null,
    meta text not null,
    characters integer not null,
    opening text not null
);

create table releases (
    number integer primary key,
    name text not null,
    document integer not null references documents (number),
    text text not null,
    digest text not null,
    method text not null,
    trace text not null,
    characters integer not null,
    failed text,
    unique (name, document)
);

create table users (
    name text primary key,
    secret text
) without rowid;

create table sheets (
    kind text not null,
    item integer not null,
    author text not null,
    version integer not null,
    body text not null,
    done integer not null,
    saved text not null,
    primary key (kind, item, author)
) without rowid;

create table assignments (
    kind text not null,
    item integer not null,
    author text not null,
    primary key (kind, item, author)
) without rowid;

create table trail (
    number integer primary key,
    at text not null,
    who text not null,
    what text not null,
    kind text not null,
    item integer,
    author text not null,
    version integer,
    digest text not null
);
create index trail_of_item on trail (kind, item);
